// Functions for pages whose program is a single source; see toolchain/sources/lone-source.ts.
export { guessFortranForm, nameLoneSource } from '../../toolchain/sources/lone-source.ts';
