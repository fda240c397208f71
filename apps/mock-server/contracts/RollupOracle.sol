// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {RollupTerms} from "./RollupTerms.sol";

/// What a wallet asks for a rollup's fees.
contract RollupOracle {
    RollupTerms private constant TERMS = RollupTerms(0x4200000000000000000000000000000000000015);

    /// Units of the network's currency for one of its parent chain's; 0 where both are the same.
    uint256 private ratio;

    /// The fee for the data of an unsigned transaction, at the worst compression, in the parent chain's currency.
    function getL1Fee(bytes calldata transaction) external view returns (uint256) {
        uint256 signed = transaction.length + 68;
        uint256 size = 836_500 * (signed + signed / 255 + 16);
        size = size < 142_585_600 ? 100_000_000 : size - 42_585_600;
        uint256 price =
            TERMS.basefee() * 16 * TERMS.baseFeeScalar() + TERMS.blobBaseFee() * TERMS.blobBaseFeeScalar();
        uint256 fee = size * price / 1e12;
        return ratio == 0 ? fee : (fee + ratio - 1) / ratio;
    }

    function getOperatorFee(uint256 gas) external view returns (uint256) {
        return gas * TERMS.operatorFeeScalar() / 1e6 + TERMS.operatorFeeConstant();
    }

    /// Only where the network has a currency of its own.
    function tokenRatio() external view returns (uint256) {
        require(ratio != 0);
        return ratio;
    }
}
