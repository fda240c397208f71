import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { openStoryWorld, readStory } from "@wmodal/mock-server"
import type { Page } from "playwright-core"
import { describe } from "vitest"
import * as z from "zod/mini"
import { paths } from "../harness/paths.ts"
import { story as test } from "../harness/story.ts"
import type { Wallet } from "../harness/wallet.ts"
import { makeModalPlayer } from "./ModalPlayer.ts"
import type { PlayedWallet } from "./PlayedWallet.ts"

const folder = join(paths.root, "stories")
const files = readdirSync(folder).filter((name) => name.endsWith(".yaml"))

const Played = z.object({ state: z.unknown() })

/** Milliseconds for two plays of a story, each step of which may take a while to hold. */
const plays = 120_000

/**
 * Each story, played by the terminal and by the modal with this wallet: what everybody has at the end is the same.
 * @param options `several`: this wallet is one of each page's own, so that stories can be played at the same time, each
 *   while the others wait.
 */
export const playStories = (
  name: string,
  makeOwner: (wallet: Wallet) => PlayedWallet,
  { several = false }: { readonly several?: boolean } = {},
) =>
  describe(`a story as data, with ${name}`, () => {
    ;(several ? test.concurrent : test).for(files)(
      "ends in the modal as in the terminal: %s",
      { timeout: plays },
      async (file, { expect, outside, shell, visitor, wallet, world }) => {
        const path = join(folder, file)
        const { network, patience, smartAccount, steps } = readStory(readFileSync(path, "utf8"))
        // Meanwhile: it has a world of its own.
        const terminal = shell.run(["run", path, "--mock", "--json"])

        const { projectId } = world
        const storyWorld = await openStoryWorld({ control: outside.control, projectId, network })
        await wallet.smartAccount(smartAccount)
        const owner = makeOwner(wallet)
        const calm = async (blank: Page) => {
          await owner.watch(blank)
          // Nothing to wait for but what happens.
          await blank.emulateMedia({ reducedMotion: "reduce" })
        }
        const page = await visitor.visit(owner.host(world), calm, owner.query(smartAccount))
        const player = makeModalPlayer({
          first: page,
          wallet: owner,
          world: storyWorld,
          network,
          opened: visitor.follow,
        })
        for (const [index, step] of steps.entries()) {
          await player.act(step.act, step.expect)
          const wanted = step.expect
          if (wanted === null) continue
          await expect
            .poll(() => player.differences(wanted), {
              message: `step ${index + 1}, line ${step.line}`,
              timeout: patience * 1000,
            })
            .toEqual([])
        }
        const end = await storyWorld.state()

        const { code, stderr, stdout } = await terminal
        expect(code, `${stdout}${stderr}`).toBe(0)
        expect(end).toEqual(Played.parse(JSON.parse(stdout)).state)
      },
    )
  })
