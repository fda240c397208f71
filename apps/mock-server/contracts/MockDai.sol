// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MockLedger} from "./MockLedger.sol";
import {MockToken} from "./MockToken.sol";

/// A pretended dollar coin with 18 decimals.
contract MockDai is MockToken {
    constructor() MockLedger("Mock Dai", "mDAI", 18, 1_000_000_000) {}
}
