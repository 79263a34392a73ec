// The folders of a repository that have a meaning, for pages that show one.
export { chooseBuildFolder, INPUTS } from '../../repositories/build-folder.ts';
