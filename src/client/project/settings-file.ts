// The settings of a repository for its programs.
export { readRepositorySettings } from '../../repositories/settings-file.ts';
