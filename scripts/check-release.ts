// Checks whether a version may be published, based on git, package.json and CHANGELOG.md.

export interface ReleaseFacts {
  /** Output of `git status --porcelain`. */
  readonly status: string;
  readonly version: string;
  /** Names of all tags. */
  readonly tags: readonly string[];
  readonly changelog: string;
  /** Sentences about outdated files in dist/. */
  readonly staleOutputs: readonly string[];
}

/** Maximum number of words per change; for a link, only its text counts. */
const MOST_WORDS = 25;
const VERSION = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;

/** The changelog section of a version, without its heading; undefined if there is none. */
function maybeSection(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  const found = sections.find((section) => /^\S+/.exec(section)?.[0] === version);
  return found?.slice(found.indexOf('\n')).trim();
}

/**
 * Renames the section "Unreleased" to a version and a date, for example 2026-11-30, and adds an empty section above
 * it.
 */
export function nameUnreleased(changelog: string, version: string, date: string): string {
  return changelog.replace(/^## Unreleased$/m, `## Unreleased\n\n## ${version} (${date})`);
}

/** Changes with more than 25 words. */
export function findLongChanges(changelog: string): string[] {
  const changes = changelog.split(/^(?=- |#)/m).filter((part) => part.startsWith('- '));
  return changes.filter((change) => countWords(change) > MOST_WORDS).map((change) => change.trim());
}

function countWords(change: string): number {
  const text = change.replace(/^- (?:\*\*\w+:\*\* )?/, '').replaceAll(/\s*\(?\[[^\]]*\]\([^)]*\)\)?/g, '');
  return text.split(/\s+/).filter((word) => /\w/.test(word)).length;
}

/** A sentence with advice for each unmet condition. */
export function findReleaseProblems(facts: ReleaseFacts): string[] {
  const { status, version, tags, changelog, staleOutputs } = facts;
  const problems: string[] = [];
  const changed = status.split('\n').filter((line) => line !== '');
  if (changed.length > 0) {
    problems.push(`There are ${changed.length} uncommitted changes, starting with ${changed[0]!.slice(3)}.`);
  }
  if (!VERSION.test(version)) problems.push(`package.json: "${version}" is not a semantic version.`);
  if (tags.includes(`v${version}`)) {
    problems.push(
      `Version ${version} already has a tag: raise "version" in package.json (npm version does).`,
    );
  }
  const section = maybeSection(changelog, version);
  const unreleased = maybeSection(changelog, 'Unreleased') ?? '';
  if (section === undefined && unreleased === '') {
    problems.push(`CHANGELOG.md has no changes, neither under ${version} nor under "Unreleased".`);
  } else if (section === '') problems.push(`CHANGELOG.md does not mention ${version}.`);
  if (unreleased !== '' && section !== undefined) {
    problems.push('CHANGELOG.md has changes under "Unreleased" that this version would also contain.');
  }
  const [long] = findLongChanges(changelog);
  if (long) problems.push(`CHANGELOG.md: a change is longer than ${MOST_WORDS} words: ${long}`);
  return [...problems, ...staleOutputs];
}
