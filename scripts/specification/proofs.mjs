/** One test that a row names. */
const proof = /`([^`]+\.(?:test|spec)\.tsx?)` ((?:(?! · `).)+)/g

/**
 * Reads the rows of a document: `| behaviour | \`file\` title · \`file\` title |`. A `|` of a title is
 * written `\|`.
 * @returns `{ line, behaviour, proofs: [{ file, title }] }` for each row. A row without a test has no proofs.
 */
export const parseRows = (markdown) =>
  markdown.split("\n").flatMap((text, index) => {
    const cells = text.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"))
    const isRow = cells.length === 4 && cells[0] === "" && cells[3] === ""
    if (!isRow || /^(-+|behaviour|promise)$/.test(cells[1])) return []
    const proofs = [...cells[2].matchAll(proof)].map(([, file, title]) => ({ file, title: title.trim() }))
    return [{ line: index + 1, behaviour: cells[1], proofs }]
  })

/** Returns the pattern of a title, in which `…` stands for any text. */
const toPattern = (title) => new RegExp(`^${title.split("…").map(RegExp.escape).join(".*")}$`, "s")

/**
 * Returns what is wrong with the rows, one text each: a row without a test, a test that does not exist, and one that
 * did not run. `tests` are those of the run, `{ file, title, state }`; the state is "otherTier" for one that the other
 * tier runs, else vitest's.
 */
export const findFaults = (document, rows, tests) =>
  rows.flatMap(({ line, behaviour, proofs }) => {
    const at = `${document}:${line} (${behaviour})`
    if (proofs.length === 0) return [`${at}: names no test`]
    return proofs.flatMap(({ file, title }) => {
      const pattern = toPattern(title)
      const found = tests.filter((test) => test.file === file && pattern.test(test.title))
      if (found.length === 0) return [`${at}: no test "${title}" in ${file}`]
      return found.some(({ state }) => ["passed", "failed", "otherTier"].includes(state))
        ? []
        : [`${at}: "${title}" in ${file} did not run`]
    })
  })
