// The one call of the library that the playground makes: without what builds and runs programs with no service, its
// page has less to load.
export { connect } from './service/connect.ts';
