import { Effect } from "effect"
import { loadLanguage } from "../messages/languages.ts"
import { makeWords } from "../messages/Words.tsx"
import { tokens } from "../page/tokens.ts"
import { mountModal } from "../shell/mountModal.tsx"
import { applyTheme } from "../theme/applyTheme.ts"
import { makeFakeEngine } from "./fakeEngine.ts"
import { fakeFrame } from "./fakeFrame.ts"
import { sceneNames, sceneOf } from "./scenes.ts"

// For whoever looks at all of them.
Object.assign(globalThis, { sceneNames })

const query = new URLSearchParams(location.search)
const mode = query.get("theme")
const language = query.get("language") ?? "en"
const theme = { mode: mode === "light" || mode === "dark" ? mode : "auto", variables: {} } as const

document.documentElement.dir = query.get("dir") ?? "ltr"
if (theme.mode !== "auto") document.documentElement.style.colorScheme = theme.mode

const held = sceneOf(query.get("scene"))
const engine = await Effect.runPromise(makeFakeEngine({ ...held, theme }))
const run = (action: Effect.Effect<unknown, unknown>) => {
  Effect.runFork(action)
}

document.querySelector("#opener")?.addEventListener("click", () => run(engine.router.open()))
const words = makeWords(language, (await loadLanguage(language)) ?? {})
const dress = (element: HTMLElement) => applyTheme(element, theme)
const framed = held.signIn === null ? null : fakeFrame({ words, dress, tokens: tokens(), warn: () => {} })
mountModal({
  engine,
  run,
  place: held.place,
  frame: () => framed ?? Promise.reject(),
  words,
  dress,
  tokens: tokens(),
})
