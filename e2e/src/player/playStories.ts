import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { openStoryWorld, parseStory, type Story, type StoryWorld } from "@wmodal/mock-server/story"
import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import * as z from "zod/mini"
import type { MockOutside } from "../harness/mockOutside.ts"
import { paths } from "../harness/paths.ts"
import { story as test } from "../harness/story.ts"
import { toTestTags } from "../harness/testTags.ts"
import type { TestWorld } from "../harness/testWorld.ts"
import type { Visitor } from "../harness/visitor.ts"
import { makeModalPlayer } from "./ModalPlayer.ts"
import {
  makeDevStoryWallet,
  makeExtensionWallet,
  makeFrameWallet,
  makePhoneWallet,
  type StoryWallet,
} from "./StoryWallet.ts"

const folder = join(paths.root, "stories")
const files = readdirSync(folder).filter((name) => name.endsWith(".yaml"))

const playedSchema = z.object({ state: z.unknown() })

/** Milliseconds for both plays of a story, each with slow steps. */
const playTimeoutMs = 120_000

/** Number of workers that share the stories. */
const workerCount = 3

/**
 * The owners that `npm test` plays in the modal: those of the embedded wallet's frame. Other quick specs use the other
 * wallets, and the engine's own tests play every story.
 */
const quickOwners: Readonly<Record<string, WalletOwner>> = {
  "frame-email.yaml": "the frame",
  "frame-new-device.yaml": "the frame",
}

/** Returns the owners that play a story in the modal, one after the other. */
const getOwners = (file: string): readonly WalletOwner[] => {
  const text = readFileSync(join(folder, file), "utf8")
  const [isSignIn, elsewhere] = [/^siwx:/m.test(text), /^wallet: (phone|frame)$/m.exec(text)?.[1]]
  // The demo's page asks for no signature.
  if (elsewhere === undefined) return isSignIn ? ["the extension"] : ["the extension", "the demo's wallet"]
  return [elsewhere === "phone" ? "the phone" : "the frame"]
}

/**
 * Runs every third story, starting at `from`: each is played in the terminal, and in the modal with the extension and
 * the demo's own wallet, or with a phone, or with the embedded wallet. The final state must be the same.
 */
export const playStories = (from: 0 | 1 | 2) =>
  describe("story", () => {
    const isQuick = ({ file, owner }: { readonly file: string; readonly owner: WalletOwner }) =>
      quickOwners[file] === owner
    // Quick-tier stories first, so that they are distributed evenly as well.
    const cast = files
      .flatMap((file) => getOwners(file).map((owner) => ({ file, owner })))
      .toSorted((one, other) => Number(isQuick(other)) - Number(isQuick(one)))
    for (const { file, owner } of cast.filter((_, at) => at % workerCount === from))
      test(`ends with ${owner} as in the terminal: ${file}`, {
        timeout: playTimeoutMs,
        ...toTestTags(isQuick({ file, owner })),
      }, async ({ outside, shell, visitor, wallet, world }) => {
        const path = join(folder, file)
        const story = parseStory(readFileSync(path, "utf8"))
        // Runs concurrently.
        const terminal = shell.run(["run", path, "--mock", "--json"])
        await wallet.setSmartAccount(story.smartAccount)
        const owners: Readonly<Record<WalletOwner, (world: StoryWorld) => StoryWallet>> = {
          "the extension": () => makeExtensionWallet(wallet),
          "the demo's wallet": makeDevStoryWallet,
          "the frame": makeFrameWallet,
          "the phone": ({ phone }) => makePhoneWallet(phone),
        }
        const end = await playStory(owner, story, { ownerIn: owners[owner], outside, visitor, world })
        const { code, stderr, stdout } = await terminal
        expect(code, `${stdout}${stderr}`).toBe(0)
        const { state } = playedSchema.parse(JSON.parse(stdout))
        const ended = owner === "the frame" ? withoutAddresses : (end: unknown) => end
        expect(ended(end)).toEqual(ended(state))
      })
  })

const stateSchema = z.object({
  chains: z.array(z.looseObject({ accounts: z.array(z.looseObject({ address: z.string() })) })),
})

/** Removes addresses: an embedded wallet has other keys in each world. */
const withoutAddresses = (state: unknown) =>
  stateSchema.parse(state).chains.map(({ accounts, ...chain }) => ({
    ...chain,
    accounts: accounts.map((account) => JSON.stringify({ ...account, address: "" })).toSorted(),
  }))

type WalletOwner = "the extension" | "the demo's wallet" | "the phone" | "the frame"

interface StoryEnvironment {
  readonly ownerIn: (world: StoryWorld) => StoryWallet
  readonly world: TestWorld
  readonly outside: MockOutside
  readonly visitor: Visitor
}

/** @returns the final state. */
const playStory = async (
  name: string,
  story: Story,
  { outside, ownerIn, visitor, world }: StoryEnvironment,
): Promise<unknown> => {
  const { networks, patience, smartAccount, steps } = story
  const { projectId } = world
  const storyWorld = await openStoryWorld({ control: outside.control, projectId, networks })
  if (story.wallet === "phone") await storyWorld.phone.smartAccount(smartAccount)
  const owner = ownerIn(storyWorld)
  const watched = (blank: Page) => owner.watch(blank)
  const page = await visitor.visit(owner.host(world, story), watched, owner.query(story))
  const player = makeModalPlayer({
    first: page,
    wallet: owner,
    world: storyWorld,
    secureSite: world.secureSite,
    networks,
    asksSignature: story.siwx !== null,
    opened: visitor.follow,
  })
  for (const [index, step] of steps.entries()) {
    const { expect: wanted, line } = step
    const where = `with ${name}: step ${index + 1}, line ${line}`
    try {
      await player.act(step)
      if (wanted === null) continue
      await expect
        .poll(() => player.differences(wanted, step.network), {
          message: where,
          timeout: patience * 1000,
          interval: 200,
        })
        .toEqual([])
    } catch (cause) {
      throw new Error(`${where}, where the modal said:\n${await player.getShownText()}\n${String(cause)}`, {
        cause,
      })
    }
  }
  // Its remaining polling is irrelevant for the next story.
  await page.close()
  return storyWorld.state()
}
