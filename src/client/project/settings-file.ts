// A repository's settings for its programs.
export { readRepositorySettings } from '../../repositories/settings-file.ts';
