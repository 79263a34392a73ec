// The package's entry in pages.
export { HazeError } from '../errors/haze-error.ts';
export type { LoadProgress } from '../jobs/compile-client.ts';
export { type Connection, type ConnectOptions, connect } from './connect.ts';
