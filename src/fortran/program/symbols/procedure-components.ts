// Resolves the interfaces of procedure components on first use, because they may be declared later.
import type { TypeComponent } from '../../syntax/tree/syntax-tree.ts';
import type { Component, Scope } from './semantics.ts';

/** Source of a procedure component's interface, until first use. */
export const procedureComponents = new WeakMap<
  Component,
  { scope: Scope; part: TypeComponent; at: number }
>();
