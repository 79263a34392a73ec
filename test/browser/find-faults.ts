// Everything that axe has to say of a page, a line for each place.
import axe from 'axe-core';
import type { PlaygroundDriver } from './playground-driver.ts';

export async function findFaults({ page }: PlaygroundDriver): Promise<readonly string[]> {
  return page.evaluate(async (source) => {
    const scope = window as unknown as { axe?: typeof axe };
    if (!scope.axe) {
      const script = document.createElement('script');
      script.textContent = source;
      document.head.append(script);
    }
    const { violations } = await scope.axe!.run();
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 300)} ${failureSummary}`),
    );
  }, axe.source);
}
