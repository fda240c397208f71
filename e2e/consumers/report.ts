/** A consumer's results in the table. `null`: not applicable, or not reached. */
export interface ReportRow {
  readonly name: string
  /** Package counts without and with development dependencies. */
  packages: number | null
  allPackages: number | null
  /** Bytes of JavaScript, gzipped. */
  beforeClick: number | null
  afterOpening: number | null
  duplicates: readonly string[]
}

export interface ConsumerReport {
  /** Runs a check and reports its outcome. @returns its result, `null` when it failed */
  readonly check: <A>(name: string, work: () => Promise<A> | A) => Promise<A | null>
  readonly add: (name: string) => ReportRow
  /** Prints the table and the totals. @returns true when no check failed */
  readonly finish: () => boolean
}

const formatSeconds = (start: number) => ((performance.now() - start) / 1000).toFixed(1)

const formatKilobytes = (bytes: number | null) => (bytes === null ? "" : `${(bytes / 1000).toFixed(1)} kB`)

const formatTable = (rows: readonly (readonly string[])[]) => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n")
}

export const makeReport = (): ConsumerReport => {
  const start = performance.now()
  const rows: ReportRow[] = []
  const total = { passed: 0, failed: 0 }
  return {
    check: async (name, work) => {
      const begun = performance.now()
      try {
        const result = await work()
        total.passed += 1
        console.log(`ok   ${name} (${formatSeconds(begun)} s)`)
        return result
      } catch (error) {
        total.failed += 1
        console.log(`FAIL ${name} (${formatSeconds(begun)} s)`)
        console.log(
          `     ${String(error instanceof Error ? error.message : error).replaceAll("\n", "\n     ")}`,
        )
        return null
      }
    },
    add: (name) => {
      const row: ReportRow = {
        name,
        packages: null,
        allPackages: null,
        beforeClick: null,
        afterOpening: null,
        duplicates: [],
      }
      rows.push(row)
      return row
    },
    finish: () => {
      const count = (number: number | null) => (number === null ? "" : String(number))
      console.log(
        "\nPackages are without and with development dependencies. JavaScript is gzip, without the test wallet.",
      )
      console.log(
        formatTable([
          ["consumer", "packages", "with dev", "JS before click", "JS after opening", "duplicates"],
          ...rows.map((row) => [
            row.name,
            count(row.packages),
            count(row.allPackages),
            formatKilobytes(row.beforeClick),
            formatKilobytes(row.afterOpening),
            row.duplicates.join("; ") || "none",
          ]),
        ]),
      )
      console.log(`\n${formatSeconds(start)} s`)
      console.log(`${total.passed} passed, ${total.failed} failed, 0 skipped`)
      return total.failed === 0
    },
  }
}
