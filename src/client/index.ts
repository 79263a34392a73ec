// The package's entry in pages.
export { HazeError } from '../errors/haze-error.ts';
export type { LoadProgress } from '../jobs/compile-client.ts';
export type { Diagnostic, FixIt } from '../toolchain/diagnostic.ts';
export { type ForeignToolchain, USUAL_ARGUMENTS } from '../toolchain/toolchain-choice.ts';
export { connect } from './connect.ts';
export type { Connection, ConnectOptions } from './connection.ts';
export type { JobChange } from './job-news.ts';
export type { RepositoryWish } from './page-repositories.ts';
export type { Update } from './register.ts';
export type { Build, Core, DataSource, NewBuild, NewTask, Task, TaskOutputs } from './service-types.ts';
