// The special folders of a repository, for pages that show a repository.
export { chooseBuildFolder, INPUTS } from '../../repositories/build-folder.ts';
