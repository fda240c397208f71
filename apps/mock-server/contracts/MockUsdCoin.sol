// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MockLedger} from "./MockLedger.sol";
import {MockToken} from "./MockToken.sol";

/// A pretended dollar coin with 6 decimals.
contract MockUsdCoin is MockToken {
    constructor() MockLedger("Mock USD Coin", "mUSDC", 6, 1_000_000_000) {}
}
