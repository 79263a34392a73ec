// The package's entry in pages.
export { HazeError } from '../errors/haze-error.ts';
export type { LoadProgress } from '../jobs/compile-client.ts';
export type { Diagnostic, FixIt } from '../toolchain/diagnostic.ts';
export { type ForeignToolchain, USUAL_ARGUMENTS } from '../toolchain/toolchain-choice.ts';
export { type Connection, type ConnectOptions, connect } from './connect.ts';
export type { JobChange } from './job-news.ts';
export type { RepositoryWish } from './page-repositories.ts';
export type { Update } from './register.ts';
