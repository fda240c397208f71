/** A fenced block of code and the comments above it. */
const block = /((?:^<!-- uses: .+ -->\n)*)^```(\w+)([^\n]*)\n([\s\S]*?)^```$/gm

/**
 * Reads the code blocks of a Markdown text that compile against our packages: `ts`, `tsx`, `jsx` and `js`.
 *
 * - A block whose info string has more than its language, such as "```tsx of AppKit", is code of another library, and
 *   left out.
 * - "```tsx [src/App.tsx]" names the reader's file. The named blocks of a page are one project, see `toProjects`.
 * - Each comment `<!-- uses: projectId: string -->` above a block declares what the reader's page has already. Its type
 *   may be `import("wagmi").Config`.
 *
 * @returns for each block its first line (1-based), its code, its declarations, and its file if it names one
 */
export const readExamples = (text) =>
  [...text.matchAll(block)]
    .map((found) => ({ found, file: /^ \[([\w./-]+)\]$/.exec(found[3])?.[1] }))
    .filter(
      ({ found: [, , language, words], file }) =>
        /^(?:ts|tsx|jsx|js)$/.test(language) && (words.trim() === "" || file !== undefined),
    )
    .map(({ found: { 1: comments, 4: code, index }, file }) => ({
      line: text.slice(0, index).split("\n").length + comments.split("\n").length,
      code,
      uses: [...comments.matchAll(/uses: (.+) -->/g)].map(([, declaration]) => declaration),
      ...(file !== undefined && { file }),
    }))

/**
 * Returns the projects that a reader of the named blocks has, one after the other: each has the files so far, by name. A
 * block whose file exists already replaces it, which starts the next project.
 * @param files what the reader has before, such as a file of an earlier page
 */
export const toProjects = (examples, files = {}) =>
  examples
    .filter(({ file }) => file !== undefined)
    .reduce(
      (projects, example) => {
        const last = projects.at(-1)
        const next = { ...last, [example.file]: example }
        return example.file in last ? [...projects, next] : [...projects.slice(0, -1), next]
      },
      [files],
    )

/**
 * Makes the module that is compiled for a block. Its code is on the lines of the Markdown file, so that errors name
 * those; the declarations follow it.
 */
export const toModule = ({ code, line, uses }) =>
  [
    "\n".repeat(line - 1) + code.trimEnd(),
    "export {}",
    ...uses.map((declaration) => `declare const ${declaration}`),
    "",
  ].join("\n")
