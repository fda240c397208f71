import { Effect } from "effect"
import { loadLanguage } from "../messages/languages.ts"
import { makeTranslate } from "../messages/Translate.tsx"
import { makeTokenSheet } from "../page/tokenSheet.ts"
import { mountModal } from "../shell/mountModal.tsx"
import { applyTheme } from "../theme/applyTheme.ts"
import { makeFakeEngine } from "./fakeEngine.ts"
import { fakeFrame } from "./fakeFrame.ts"
import { getScene, sceneNames } from "./scenes.ts"

// For tools that visit every scene.
Object.assign(globalThis, { sceneNames })

const query = new URLSearchParams(location.search)
const mode = query.get("theme")
const language = query.get("language") ?? "en"
const theme = { mode: mode === "light" || mode === "dark" ? mode : "auto", variables: {} } as const

document.documentElement.dir = query.get("dir") ?? "ltr"
if (theme.mode !== "auto") document.documentElement.style.colorScheme = theme.mode

const held = getScene(query.get("scene"))
const engine = await Effect.runPromise(makeFakeEngine({ ...held, theme }))
const run = (action: Effect.Effect<unknown, unknown>) => {
  Effect.runFork(action)
}

document.querySelector("#opener")?.addEventListener("click", () => run(engine.router.open()))
const words = makeTranslate(language, (await loadLanguage(language)) ?? {})
const dress = (element: HTMLElement) => applyTheme(element, theme)
const framed =
  held.signIn === null
    ? null
    : fakeFrame({
        words,
        dress,
        tokens: makeTokenSheet(),
        shadowRoot: "open",
        keepsInput: true,
        warn: () => {},
      })
if (held.embedded) document.body.append(document.createElement("wmodal-modal"))
mountModal({
  engine,
  run,
  place: held.place,
  frame: () => framed ?? Promise.reject(),
  words,
  dress,
  tokens: makeTokenSheet(),
  // Pictures and tests look inside.
  shadowRoot: "open",
  keepsInput: true,
})
