import { html } from "hono/html"
import { type Markup, renderLayout } from "./layout.ts"

/** Renders a stand-in for the phone app that a Farcaster link opens. */
export const renderFarcasterPage = (): Markup =>
  renderLayout({
    title: "Sign in with Farcaster",
    script: "farcaster.js",
    kind: "page",
    body: html`<main class="card">
<span class="badge mark" aria-hidden="true">F</span>
<div class="head"><h1 id="title" tabindex="-1">Sign in with Farcaster</h1>
<p id="words" hidden><b><bdi id="origin"></bdi></b> requests your identity for a wallet. Allow it only if you are signing in there on another screen now.</p></div>
<form id="form" class="stack" hidden>
<label for="name">Your name</label>
<input id="name" name="name" type="text" autocomplete="username" autocapitalize="off" spellcheck="false" value="vera" maxlength="64" required>
<div class="answers">
<button class="secondary" type="button" id="decline">Decline</button>
<button class="primary" type="submit" id="approve">Approve</button>
</div>
</form>
<p class="status" id="status" role="status"></p>
<p class="problem" id="problem" role="alert"></p>
<p class="note">This page simulates the phone app in a test world.</p>
</main>`,
  })
