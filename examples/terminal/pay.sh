#!/usr/bin/env bash
set -euo pipefail

# Which servers and chains every command talks to: what `npx wmodal mock --json` printed.
export WMODAL_ENDPOINTS=mock.json
to=0x70997970C51812dc3A010C7d01b50e0d17dc79C8

npx wmodal connect --wallet dev --yes
npx wmodal sign message "Hello from wmodal" --yes
npx wmodal send 0.5 ETH "$to" --yes --confirm "$to" # named twice, since it is paid for the first time
npx wmodal activity --limit 1
