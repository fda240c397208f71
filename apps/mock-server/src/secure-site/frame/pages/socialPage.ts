import { html } from "hono/html"
import { type PageProvider, pageProviders } from "../../User.ts"
import { type Markup, renderLayout } from "./layout.ts"

const providerNames: Readonly<Record<PageProvider, string>> = {
  google: "Google",
  github: "GitHub",
  apple: "Apple",
  facebook: "Facebook",
  x: "X",
  discord: "Discord",
}

const isProvider = (text: string): text is PageProvider => pageProviders.some((name) => name === text)

/** Renders a stand-in for a provider's page, which accepts any identity. `null` for an unknown provider. */
export const renderSocialPage = (provider: string): Markup | null => {
  if (!isProvider(provider)) return null
  const name = providerNames[provider]
  return renderLayout({
    title: `Sign in with ${name}`,
    script: "social.js",
    kind: "page",
    body: html`<main class="card" data-provider="${provider}">
<span class="badge mark" aria-hidden="true">${name.slice(0, 1)}</span>
<div class="head"><h1 id="title">Sign in with ${name}</h1><p id="to" hidden>to continue to <b><bdi id="origin"></bdi></b></p></div>
<div id="ask" class="stack" hidden>
<ul class="stack" id="people" aria-label="Sample accounts"></ul>
<p class="or">or</p>
<form id="form">
<label for="email">Email of your account</label>
<input id="email" name="email" type="email" autocomplete="username" placeholder="you@example.com" maxlength="254" required>
<button class="primary" type="submit" id="continue">Continue</button>
</form>
<button class="secondary" type="button" id="cancel">Cancel</button>
</div>
<p class="status" id="status" role="status"></p>
<p class="problem" id="problem" role="alert"></p>
<p class="note">This page simulates ${name}. It asks for no password.</p>
</main>`,
  })
}
