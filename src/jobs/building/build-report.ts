// Build reports: log and diagnostics. Also stops failed builds, including builds whose job code could not be loaded.
import type { Transaction } from '../../store/contract/store.ts';
import type { Diagnostic } from '../../toolchain/sources/diagnostic.ts';
import type { Claim } from '../records/held-job.ts';
import { type BuildBody, buildDiagnosticsKey, buildLogKey } from '../records/records.ts';

/** A build's outputs other than its module. */
export interface Report {
  readonly log: string;
  readonly diagnostics?: readonly Diagnostic[] | undefined;
}

/** Stores a build's outputs other than its module. */
export async function putReport(
  tx: Transaction,
  buildId: string,
  { log, diagnostics = [] }: Report,
): Promise<void> {
  const encoder = new TextEncoder();
  await tx.putBlob(buildLogKey(buildId), encoder.encode(log));
  await tx.putBlob(buildDiagnosticsKey(buildId), encoder.encode(JSON.stringify(diagnostics)));
}

/** Stops a build, and stores its log and all other available outputs. */
export async function stopBuild(claim: Claim<BuildBody>, message: string, report: Report): Promise<void> {
  await claim.job.step('Stopped', message, async (tx, body) => {
    await putReport(tx, claim.job.id, report);
    return body;
  });
}
