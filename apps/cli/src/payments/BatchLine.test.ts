import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type BatchLine, formatBatch, formatCsvLine, parseBatch, parseCsv } from "./BatchLine.ts"

const address = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const parsePayments = (text: string) => Result.getOrThrow(parseBatch(text))
const parseMistake = (text: string) => {
  const read = parseBatch(text)
  return Result.isFailure(read) ? read.failure : null
}

describe("parseCsv", () => {
  it("returns the records that formatCsvLine wrote", () => {
    const field = fc.stringMatching(/^[a-z",\n #]*$/)
    const record = fc.array(field, { minLength: 1, maxLength: 4 }).filter((fields) => fields.join("") !== "")
    fc.assert(
      fc.property(fc.array(record), fc.constantFrom("\n", "\r\n"), (records, end) => {
        const text = records.map(formatCsvLine).join(end)
        expect(Result.getOrThrow(parseCsv(text)).map(({ fields }) => fields)).toEqual(records)
      }),
    )
  })

  it("returns a line number inside the text for every result", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a1",\n\r]*$/), (text) => {
        const read = parseCsv(text)
        const line = Result.isFailure(read) ? read.failure.line : (read.success.at(-1)?.line ?? 1)
        expect(line).toBeGreaterThan(0)
        expect(line).toBeLessThanOrEqual(text.split(/\r\n?|\n/).length)
      }),
    )
  })
})

describe("parseCsv, with a field of 10 MB", () => {
  const field = `"${"a".repeat(10_000_000)}`

  it("parses a closed one without overflowing the stack", () => {
    expect(Result.getOrThrow(parseCsv(`${field}x",y`))[0]?.fields.length).toBe(2)
  })

  it("rejects one that is never closed", () => {
    const read = parseCsv(field)
    expect(Result.isFailure(read) ? read.failure.itemError : null).toMatchObject({
      reason: { message: "This is not CSV: a quote is not closed." },
    })
  })
})

describe("parseBatch", () => {
  it("parses one payment per line, with or without a header", () => {
    const expected = [{ amount: "1.5", token: "USDC", to: "vitalik.eth" }]
    expect(parsePayments("1.5,USDC,vitalik.eth")).toEqual([{ line: 1, ...expected[0] }])
    expect(parsePayments("Amount,Token,To\r\n1.5, USDC ,vitalik.eth\r\n")).toEqual([
      { line: 2, ...expected[0] },
    ])
    expect(parsePayments('\uFEFFamount,token,to\n"1.5","USDC","vitalik.eth"')).toEqual([
      { line: 2, ...expected[0] },
    ])
  })

  it.each([
    ["a spreadsheet of a region with decimal commas", `1.5;USDC;${address}`],
    ["copied cells", `1.5\tUSDC\t${address}`],
    ["another order of the columns", `To,Amount,Token\n${address},1.5,USDC`],
    ["both, after a comment", `# salaries, May\ntoken;to;amount\nUSDC;${address};1.5`],
    ["quotes", `"1.5";"USDC";"${address}"`],
  ])("parses the lines of %s", (_, text) => {
    expect(parsePayments(text)).toMatchObject([{ amount: "1.5", token: "USDC", to: address }])
  })

  it("keeps the joiners of emoji in a name, without which it is another name", () => {
    const name = "\u{1F468}\u200D\u{1F3A4}.eth"
    expect(parsePayments(`1,ETH,${name}`)).toMatchObject([{ to: name }])
    expect(parseMistake(`1,ETH,\u{1F468}\u200D.eth`)?.line).toBe(1)
  })

  it("skips empty lines and comments but counts them", () => {
    const text = `# salaries\n\namount,token,to\n\n1,ETH,${address}\n#2,ETH,${address}\n3,ETH,${address}\n`
    expect(parsePayments(text).map(({ amount, line }) => [line, amount])).toEqual([
      [5, "1"],
      [7, "3"],
    ])
  })

  it.each([
    ["", 1],
    ["amount,token,to", 1],
    ["1,ETH", 1],
    [`1,ETH,${address},more`, 1],
    [`1,ETH,${address}\n1,,${address}`, 2],
    [`1,ETH,${address}\nmax,ETH,${address}`, 2],
    [`1,ETH,${address}\n1e3,ETH,${address}`, 2],
    [`1,ETH,${address}\n-1,ETH,${address}`, 2],
    [`1,ETH,${address}\n"1,000",ETH,${address}`, 2],
    [`1,ETH,"${address}`, 1],
    [`1,ETH,"${address}"x`, 1],
    [`1,E"TH,${address}`, 1],
    [`0,5;ETH;${address}`, 1],
    [`amount;token;to\n0,5;ETH;${address}`, 2],
    [`1;ETH;${address}\n1,ETH,${address}`, 2],
    [`amount,token,amount\n1,ETH,${address}`, 1],
    [`to,amount\n${address},1`, 1],
    [`1,ETH,${address}\n1,\u001b[2JETH,${address}`, 2],
    [`1,ETH,vitalik\u200b.eth`, 1],
    [`1,"ET\nH",${address}`, 1],
    [`1,ETH,${address}\n`.repeat(501), 501],
  ])("rejects %j and reports line %i", (text, line) => {
    expect(parseMistake(text)?.line).toBe(line)
  })

  it("returns the payments that formatBatch wrote", () => {
    const lines: BatchLine[] = [
      { line: 4, amount: "1.5", token: "USDC", to: address },
      { line: 9, amount: "2", token: "ETH", to: 'a,"b".eth' },
    ]
    expect(parsePayments(formatBatch(lines))).toEqual(lines.map((line, at) => ({ ...line, line: at + 2 })))
  })
})
