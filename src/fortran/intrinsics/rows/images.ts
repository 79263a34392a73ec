// Images and teams. There is only one image: most functions are constants, nothing waits, and collective subroutines
// leave their argument unchanged. Statements about images have names that begin with `%`. Locks, events and teams are
// plain numbers.

import { scalars } from '../row-kinds/scalars.ts';
import type { SubroutineCall, SubroutineRow } from '../row-kinds/subroutine-row.ts';
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

const STATUS = 'stat?=i errmsg?=c';
const collective = (takes: string, status: number): SubroutineRow => ({
  since: 2018,
  takes: `${takes} ${STATUS}`,
  c: (call) => done(call, status),
});
// A statement that always succeeds; `status` is the position of its STAT.
const succeeding = (takes: string, status: number, c: (call: SubroutineCall) => string): SubroutineRow => ({
  takes: `${takes}${STATUS}`,
  c: (call) => {
    call.line(c(call));
    call.store(status, '0');
  },
});
const atomic = (takes: string, c: (call: SubroutineCall) => void): SubroutineRow => ({
  since: 2018,
  takes,
  c,
});
const atomicallyCopied = (takes: string): SubroutineRow => ({
  since: 2008,
  takes,
  c: (call) => {
    call.assign(0, 1);
    call.store(2, '0');
  },
});
const atomicallyChanged = (op: string): SubroutineRow =>
  atomic('atom=i value:i stat?=i', (call) => {
    change(call, op);
    call.store(2, '0');
  });
const atomicallyFetched = (op: string): SubroutineRow =>
  atomic('atom=i value:i old=i stat?=i', (call) => {
    change(call, op, 2);
    call.store(3, '0');
  });

export const SUBROUTINES_OF_IMAGES: Readonly<Record<string, SubroutineRow>> = {
  '%sync_all': { takes: STATUS, c: (call) => done(call, 0) },
  '%sync_memory': { takes: STATUS, c: (call) => done(call, 0) },
  '%sync_images': {
    takes: `images?:i* ${STATUS}`,
    c: (call) => {
      if (call.e.arguments[0]?.rank === 0) call.line(`f_sync_image(f_size(${call.scalar(0)}));`);
      done(call, 1);
    },
  },
  '%sync_team': { takes: `team:t ${STATUS}`, c: (call) => done(call, 1) },
  '%form_team': succeeding('team_number:i team=t new_index?:i ', 3, (call) => {
    return `${call.object(1)} = (int32_t)${call.scalar(0)};`;
  }),
  '%change_team': succeeding('team:t ', 1, (call) => `f_change_team(${call.object(0)});`),
  '%end_team': succeeding('', 0, () => 'f_end_team();'),
  '%lock': {
    takes: `lock_variable=t acquired_lock?=l ${STATUS}`,
    c: (call) => {
      const lock = call.temporary('int32_t *', `&${call.object(0)}`);
      const free = call.temporary('int32_t', `f_lock(${lock}, ${call.has(1) || call.has(2) ? 1 : 0})`);
      call.store(1, free);
      call.store(2, call.has(1) ? '0' : `(${free} ? 0 : 1)`);
    },
  },
  '%unlock': succeeding('lock_variable=t ', 1, (call) => {
    return `f_unlock(&${call.object(0)}, ${call.has(1) ? 1 : 0});`;
  }),
  '%event_post': succeeding('event=t ', 1, (call) => `${call.object(0)}++;`),
  '%event_wait': succeeding('event=t until_count?:i ', 2, (call) => {
    return `f_event_wait(&${call.object(0)}, f_size(${call.scalar(1, '1')}));`;
  }),
  '%fail_image': { takes: '', c: (call) => call.line('f_exit(0);') },
  atomic_add: atomicallyChanged('+'),
  atomic_and: atomicallyChanged('&'),
  atomic_cas: atomic('atom=w old=w compare:w new:w stat?=i', (call) => {
    const before = call.temporary('int64_t', call.object(0));
    const expected = call.temporary('int64_t', call.scalar(2));
    const next = call.temporary('int64_t', call.scalar(3));
    call.store(1, before);
    call.line(`if (${before} == ${expected}) ${call.object(0)} = ${next};`);
    call.store(4, '0');
  }),
  atomic_define: atomicallyCopied('atom=w value:w stat?=i'),
  atomic_fetch_add: atomicallyFetched('+'),
  atomic_fetch_and: atomicallyFetched('&'),
  atomic_fetch_or: atomicallyFetched('|'),
  atomic_fetch_xor: atomicallyFetched('^'),
  atomic_or: atomicallyChanged('|'),
  atomic_ref: atomicallyCopied('value=w atom:w stat?=i'),
  atomic_xor: atomicallyChanged('^'),
  co_broadcast: collective('a=a* source_image:i', 2),
  co_max: collective('a=a* result_image?:i', 2),
  co_min: collective('a=a* result_image?:i', 2),
  co_reduce: collective('a=a* operation:a result_image?:i', 3),
  co_sum: collective('a=a* result_image?:i', 2),
  event_query: {
    since: 2018,
    takes: 'event:t count=i stat?=i',
    c: (call) => {
      call.store(1, call.object(0));
      call.store(2, '0');
    },
  },
};

function done(call: SubroutineCall, status: number): void {
  call.store(status, '0');
  call.line(';');
}

// Changes an atomic variable and, if there is an `old` argument, stores the previous value in it.
function change(call: SubroutineCall, op: string, old?: number): void {
  const right = call.temporary('int64_t', call.scalar(1));
  if (old !== undefined) call.store(old, call.object(0));
  call.line(`${call.object(0)} ${op}= ${right};`);
}
