#!/usr/bin/env node
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { migrate } from "./migrate.ts"

/**
 * `npx @wmodal/codemod [folder] [--dry-run]`: changes the files of a page in place. Exits with 1 when something is left to
 * do by hand, with 2 when it was called wrongly.
 */
const usage = "Usage: npx @wmodal/codemod [folder] [--dry-run]"
const isDryRun = process.argv.includes("--dry-run")
const [folder = ".", ...rest] = process.argv.slice(2).filter((word) => word !== "--dry-run")
const isHelp = folder === "--help" || folder === "-h"

/** Folders without sources of the page. */
const skipped = /^(?:node_modules|dist|build|out|coverage|public|\..+)$/
const maxFileBytes = 1_000_000

const listFiles = (path: string): readonly string[] =>
  readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry) => {
    const inner = path === "" ? entry.name : `${path}/${entry.name}`
    if (entry.isDirectory()) return skipped.test(entry.name) ? [] : listFiles(inner)
    const isSource = /\.(?:[cm]?[jt]s|[jt]sx|html)$/.test(entry.name) && !entry.name.endsWith(".d.ts")
    return isSource || inner === "package.json" ? [inner] : []
  })

const print = (text: string) => void process.stdout.write(`${text}\n`)

const run = () => {
  const paths = listFiles("").filter((path) => statSync(join(folder, path)).size <= maxFileBytes)
  const texts = paths.map((path) => [path, readFileSync(join(folder, path), "utf8")] as const)
  const { files, notes } = migrate(new Map(texts))
  if (files.size === 0 && notes.length === 0) return print("Nothing of AppKit was found here.")
  for (const [path, text] of files) {
    if (!isDryRun) writeFileSync(join(folder, path), text)
    print(`${isDryRun ? "would change" : "changed"} ${path}`)
  }
  process.exitCode = notes.length > 0 ? 1 : 0
  if (notes.length > 0) print("\nTo finish by hand:")
  for (const { line, path, text } of notes) print(`  ${path}:${line} ${text}`)
  print("\nNext: install, format, and read docs/from-appkit.md for what is called what.")
}

if (isHelp || rest.length > 0 || folder.startsWith("-")) {
  print(usage)
  process.exitCode = isHelp ? 0 : 2
} else run()
