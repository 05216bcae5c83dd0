/**
 * A name whose long English words may break at a syllable, with a hyphen: browsers without a dictionary (Chromium on most Linux
 * systems) would else break them anywhere, and without one. A syllable begins with one consonant, or two that can begin a word.
 */
export function softHyphens(name: string): string {
  return name.replace(/[a-z]{9,}/gi, (word) => word.replace(syllable, '\u00ad'))
}

const syllable = /(?<=[aeiouy][^aeiouy])(?=(?:[bcdfgpt][lr]|s[cklptw]|[^aeiouyh])[aeiouy])(?!(?<=c)k)/gi
