// The settings that a repository has for its programs.
export { readRepositorySettings } from '../../repositories/settings-file.ts';
