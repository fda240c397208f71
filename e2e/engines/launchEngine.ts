import type { Engine, EngineName } from "./Engine.ts"
import { launchByPuppeteer } from "./puppeteerEngine.ts"
import { launchWebKit } from "./webKitEngine.ts"

/** Starts a browser. */
export const launchEngine = (name: EngineName): Promise<Engine> =>
  name === "webkit" ? launchWebKit() : launchByPuppeteer(name)
