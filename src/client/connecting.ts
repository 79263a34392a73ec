// The only library call that the playground makes. A separate module, so that the page does not load code that runs
// programs without a service.
export { connect } from './service/connect.ts';
