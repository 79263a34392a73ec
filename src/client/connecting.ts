// The only library call that the playground makes, in a separate module so that the page does not load code for running
// programs without a service.
export { connect } from './service/connect.ts';
