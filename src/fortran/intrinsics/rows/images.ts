// Images and teams: there is one image, so that most of these are numbers.
import type { WholeRow } from '../whole-row.ts';

const OF_IMAGES = { form: 'transformational', result: 'small', since: 2018 } as const;
const OF_COARRAY = { form: 'transformational', result: 'integer', since: 2008 } as const;

export const IMAGES: Readonly<Record<string, WholeRow>> = {
  coshape: { ...OF_COARRAY, since: 2018, takes: 'coarray kind?' },
  failed_images: { ...OF_IMAGES, takes: 'team? kind?' },
  get_team: { form: 'transformational', result: 'special', takes: 'level?', c: () => 'f_team()' },
  image_index: { ...OF_IMAGES, since: 2008, takes: 'coarray sub team?' },
  image_status: { ...OF_IMAGES, takes: 'image team?' },
  lcobound: { ...OF_COARRAY, takes: 'coarray dim? kind?' },
  num_images: { ...OF_IMAGES, since: 2008, takes: 'team? failed? distance? team_number?' },
  stopped_images: { ...OF_IMAGES, takes: 'team? kind?' },
  team_number: { ...OF_IMAGES, takes: 'team?', types: { team: 'derived' }, ranks: { team: 0 } },
  this_image: { ...OF_IMAGES, since: 2008, takes: 'coarray? dim? team? distance?', c: () => '1' },
  ucobound: { ...OF_COARRAY, takes: 'coarray dim? kind?' },
};
