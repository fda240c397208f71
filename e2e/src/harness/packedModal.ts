import { execFile } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import * as z from "zod/mini"
import { paths } from "./paths.ts"

const runFile = promisify(execFile)
const packResultSchema = z.tuple([z.object({ filename: z.string() })])

const pack = ["pack", "--json", "--ignore-scripts", "--loglevel=error"]

/** The files of the modal's package as published. Its manifest is the workspace's own. */
export interface PackedModal {
  /** The extracted tarball. */
  readonly folder: string
  readonly remove: () => Promise<void>
}

/** Packs the built modal and extracts its tarball, without the scripts that replace its manifest meanwhile. */
export async function packModal(): Promise<PackedModal> {
  const folder = await mkdtemp(join(tmpdir(), "wmodal-packed-"))
  const { stdout } = await runFile(
    "npm",
    [...pack, "--workspace", "@wmodal/modal-web", "--pack-destination", folder],
    { cwd: paths.root, maxBuffer: 10_000_000 },
  )
  const [{ filename }] = packResultSchema.parse(JSON.parse(stdout))
  await runFile("tar", ["-xzf", filename], { cwd: folder })
  return { folder: join(folder, "package"), remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Returns the folder of its script-tag build. */
export const getCdnFolder = (packed: string): string => join(packed, "dist/cdn")
