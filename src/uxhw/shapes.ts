// The standard shapes from which the kernels build distributions (wasm/kernels/shapes.c), with location 0 and scale
// 1. After an addition here, the C code compiles only when every switch has a case for the new name.

export const SHAPES = [
  'gauss',
  'uniform',
  'exponential',
  'gumbel1',
  'logistic',
  'laplace',
  'weibull',
  'lognormal',
  'boundedpareto',
  'beta',
  'gamma',
  'inversegamma',
  'f',
  'studentst',
  'gev',
] as const;

export type ShapeName = (typeof SHAPES)[number];

/** A parametric distribution: a plain value, or location + scale · a standard shape. */
export type ParametricPlan = { readonly plain: number } | PlacedShape;

/** Location + scale · a standard shape. */
export interface PlacedShape {
  readonly mean: number;
  readonly location: number;
  readonly scale: number;
  /** Shape for the kernels: an index into SHAPES, followed by the shape's parameters. */
  readonly shape: number;
  readonly a: number;
  readonly b: number;
}

/** Location and scale of a shape, together with its own parameters. */
export interface Placement {
  readonly mean: number;
  readonly location?: number;
  readonly scale: number;
  readonly a?: number;
  readonly b?: number;
}

/** Returns a shape with its location and scale, or its mean as a plain value if the scale is 0. */
export function placeShape(shape: ShapeName, placement: Placement): ParametricPlan {
  const { mean, location = 0, scale, a = 0, b = 0 } = placement;
  if (scale === 0) return { plain: mean };
  return { mean, location, scale, shape: SHAPES.indexOf(shape), a, b };
}
