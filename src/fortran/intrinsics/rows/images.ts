// Images and teams. There is only one image, so most of these functions are constants.
import { scalars } from '../row-kinds/scalars.ts';
import type { WholeRow } from '../row-kinds/whole-row.ts';

// analysis/expressions/images.ts computes their results.
const OF_IMAGES = { form: 'transformational', result: 'small', since: 2018, elsewhere: 'analysis' } as const;
const OF_COARRAY = { ...OF_IMAGES, result: 'integer', since: 2008 } as const;
const COBOUND = { ...OF_COARRAY, takes: 'coarray dim? kind?', elsewhere: 'printing' } as const;

export const IMAGES: Readonly<Record<string, WholeRow>> = {
  coshape: { ...OF_COARRAY, since: 2018, takes: 'coarray kind?' },
  failed_images: { ...OF_IMAGES, takes: 'team? kind?' },
  get_team: { form: 'transformational', result: 'special', takes: 'level?', c: () => 'f_team()' },
  image_index: { ...OF_IMAGES, since: 2008, takes: 'coarray sub team?' },
  image_status: { ...OF_IMAGES, takes: 'image team?' },
  lcobound: COBOUND,
  num_images: { ...OF_IMAGES, since: 2008, takes: 'team? failed? distance? team_number?' },
  stopped_images: { ...OF_IMAGES, takes: 'team? kind?' },
  team_number: { ...OF_IMAGES, ...scalars({ 'team?': 'derived' }), elsewhere: 'printing' },
  this_image: { ...OF_IMAGES, since: 2008, takes: 'coarray? dim? team? distance?', c: () => '1' },
  ucobound: COBOUND,
};
