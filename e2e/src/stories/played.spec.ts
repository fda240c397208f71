import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { openStoryWorld, readStory } from "@wmodal/mock-server"
import { describe, expect } from "vitest"
import * as z from "zod/mini"
import { paths } from "../harness/paths.ts"
import { story as test } from "../harness/story.ts"
import type { Wallet } from "../harness/wallet.ts"
import { makeModalPlayer } from "../player/ModalPlayer.ts"
import { devWallet, extensionWallet, type PlayedWallet } from "../player/PlayedWallet.ts"

const folder = join(paths.root, "stories")
const files = readdirSync(folder).filter((name) => name.endsWith(".yaml"))

const Played = z.object({ ok: z.boolean(), state: z.unknown() })

const wallets: Readonly<Record<string, (wallet: Wallet) => PlayedWallet>> = {
  extension: extensionWallet,
  demo: devWallet,
}

/** Milliseconds for three plays of a story, each step of which may take a while to hold. */
const plays = 120_000

describe("a story as data", () => {
  test.for(files)(
    "is played by the terminal and by the modal, with both wallets, to the same end: %s",
    { timeout: plays },
    async (file, { outside, shell, visitor, wallet, world }) => {
      const path = join(folder, file)
      const { network, patience, smartAccount, steps } = readStory(readFileSync(path, "utf8"))
      // Meanwhile: it has a world of its own.
      const terminal = shell.run(["run", path, "--mock", "--json"])
      const ends: Record<string, unknown> = {}

      for (const [name, makeOwner] of Object.entries(wallets)) {
        const own = { ...world, projectId: `${world.projectId}-${name}` }
        const storyWorld = await openStoryWorld({
          control: outside.control,
          projectId: own.projectId,
          network,
        })
        await wallet.reset(own.projectId)
        await wallet.smartAccount(smartAccount)
        const owner = makeOwner(wallet)
        const page = await visitor.visit(owner.host(own), owner.watch, owner.query(smartAccount))
        const player = makeModalPlayer({
          first: page,
          wallet: owner,
          world: storyWorld,
          opened: visitor.follow,
        })
        for (const [index, step] of steps.entries()) {
          await player.act(step.act, step.expect)
          const wanted = step.expect
          if (wanted === null) continue
          await expect
            .poll(() => player.differences(wanted), {
              message: `${name}, step ${index + 1}, line ${step.line}`,
              timeout: patience * 1000,
            })
            .toEqual([])
        }
        ends[name] = await storyWorld.state()
        await page.close()
      }
      const { code, stderr, stdout } = await terminal
      expect(code, `${stdout}${stderr}`).toBe(0)
      const { state } = Played.parse(JSON.parse(stdout))
      expect(ends).toEqual({ extension: state, demo: state })
    },
  )
})
