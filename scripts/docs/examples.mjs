/** A fenced block of code and the comments above it. */
const block = /((?:^<!-- uses: .+ -->\n)*)^```(\w+)([^\n]*)\n([\s\S]*?)^```$/gm

/**
 * Reads the code blocks of a Markdown text that compile against our packages: `ts`, `tsx`, `jsx` and `js`.
 *
 * - A block whose info string has more than its language, such as "```tsx of AppKit", is code of another library, and
 *   left out.
 * - Each comment `<!-- uses: projectId: string -->` above a block declares what the reader's page has already. Its type
 *   may be `import("wagmi").Config`.
 *
 * @returns for each block its first line (1-based), its code and its declarations
 */
export const readExamples = (text) =>
  [...text.matchAll(block)]
    .filter(([, , language, words]) => /^(?:ts|tsx|jsx|js)$/.test(language) && words.trim() === "")
    .map(({ 1: comments, 4: code, index }) => ({
      line: text.slice(0, index).split("\n").length + comments.split("\n").length,
      code,
      uses: [...comments.matchAll(/uses: (.+) -->/g)].map(([, declaration]) => declaration),
    }))

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
