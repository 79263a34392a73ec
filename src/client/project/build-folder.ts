// The rule by which a repository's build folder is chosen, for pages that show one.
export { chooseBuildFolder } from '../../repositories/build-folder.ts';
