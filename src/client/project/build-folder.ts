// A repository's special folders, for pages that show a repository.
export { chooseBuildFolder, INPUTS } from '../../repositories/build-folder.ts';
