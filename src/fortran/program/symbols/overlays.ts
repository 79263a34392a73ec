// The components of a STRUCTURE in the order of their memory: one after another, except that all maps of a UNION share
// the same memory.
import type { Component } from './semantics.ts';

/** A component, or a union with the parts of each of its maps. */
export type Part = { component: Component } | { maps: Part[][] };

/** Groups components by the unions and maps that contain them. */
export function partsOf(components: readonly Component[], depth = 0): Part[] {
  const parts: Part[] = [];
  for (let i = 0; i < components.length; ) {
    const first = components[i]!;
    const union = first.overlay?.[depth];
    if (union === undefined) {
      parts.push({ component: first });
      i++;
      continue;
    }
    const maps = new Map<number, Component[]>();
    for (; components[i]?.overlay?.[depth] === union; i++) {
      const map = components[i]!.overlay![depth + 1]!;
      maps.set(map, [...(maps.get(map) ?? []), components[i]!]);
    }
    parts.push({ maps: [...maps.values()].map((members) => partsOf(members, depth + 2)) });
  }
  return parts;
}
