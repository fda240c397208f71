// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {RollupTerms} from "./RollupTerms.sol";

/// What a wallet asks for a rollup's fees. What its upgrade does not have yet reverts.
contract RollupOracle {
    RollupTerms private constant TERMS = RollupTerms(0x4200000000000000000000000000000000000015);

    /// Units of the network's currency for one of its parent chain's; 0 where both are the same.
    uint256 private ratio;

    /// The upgrade it has reached: 0 Isthmus, 1 Fjord, 2 Ecotone.
    uint256 private form;

    /// The fee for the data of an unsigned transaction, since Fjord at the worst compression, in the parent chain's
    /// currency.
    function getL1Fee(bytes calldata transaction) external view returns (uint256) {
        if (form < 2) return getL1FeeUpperBound(transaction.length);
        uint256 gas = 68 * 16;
        for (uint256 i = 0; i < transaction.length; i++) gas += transaction[i] == 0 ? 4 : 16;
        return toParent(gas * getPrice() / 16e6);
    }

    /// The same by the length of the unsigned transaction. Only since Fjord.
    function getL1FeeUpperBound(uint256 length) public view returns (uint256) {
        require(form < 2);
        uint256 signed = length + 68;
        uint256 size = 836_500 * (signed + signed / 255 + 16);
        size = size < 142_585_600 ? 100_000_000 : size - 42_585_600;
        return toParent(size * getPrice() / 1e12);
    }

    function getPrice() private view returns (uint256) {
        return TERMS.basefee() * 16 * TERMS.baseFeeScalar() + TERMS.blobBaseFee() * TERMS.blobBaseFeeScalar();
    }

    function toParent(uint256 fee) private view returns (uint256) {
        return ratio == 0 ? fee : (fee + ratio - 1) / ratio;
    }

    function isEcotone() external pure returns (bool) {
        return true;
    }

    /// Only since Fjord.
    function isFjord() external view returns (bool) {
        require(form < 2);
        return true;
    }

    /// Only since Isthmus.
    function isIsthmus() external view returns (bool) {
        require(form == 0);
        return true;
    }

    function l1BaseFee() external view returns (uint256) {
        return toParent(TERMS.basefee());
    }

    function blobBaseFee() external view returns (uint256) {
        return toParent(TERMS.blobBaseFee());
    }

    function baseFeeScalar() external view returns (uint32) {
        return TERMS.baseFeeScalar();
    }

    function blobBaseFeeScalar() external view returns (uint32) {
        return TERMS.blobBaseFeeScalar();
    }

    /// Only since Isthmus.
    function getOperatorFee(uint256 gas) external view returns (uint256) {
        require(form == 0);
        return gas * TERMS.operatorFeeScalar() / 1e6 + TERMS.operatorFeeConstant();
    }

    /// Only where the network has a currency of its own.
    function tokenRatio() external view returns (uint256) {
        require(ratio != 0);
        return ratio;
    }
}
