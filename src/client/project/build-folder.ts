// A repository's special folders, for pages that show repositories.
export { chooseBuildFolder, INPUTS } from '../../repositories/build-folder.ts';
