// Resolves the interfaces of procedure components on first use, because the interfaces may be declared later.
import type { TypeComponent } from '../../syntax/tree/syntax-tree.ts';
import type { Component, Scope } from './semantics.ts';

/** Location of the interface of a procedure component, until its first use. */
export const procedureComponents = new WeakMap<
  Component,
  { scope: Scope; part: TypeComponent; at: number }
>();
