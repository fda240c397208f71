// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MockLedger} from "./MockLedger.sol";
import {MockToken} from "./MockToken.sol";

/// A token that keeps a hundredth of every transfer for whoever deployed it, rounded down: less arrives than was sent.
contract MockFeeToken is MockToken {
    /// Of each transfer, in ten thousandths.
    uint256 public constant FEE = 100;
    address public immutable collector = msg.sender;

    constructor() MockLedger("Mock Fee Token", "mFEE", 18, 1_000_000_000) {}

    function _move(address from, address to, uint256 value) internal override {
        // What the collector sends arrives whole.
        uint256 fee = from == collector ? 0 : value * FEE / 10_000;
        super._move(from, to, value - fee);
        if (fee > 0) super._move(from, collector, fee);
    }
}
