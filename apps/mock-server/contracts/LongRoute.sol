// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Stands before another contract and takes more gas than that does, as a swap through several pools.
contract LongRoute {
    /// The gas to take, and the contract whose code runs then: far from the storage of that contract.
    uint256 private constant GAS = uint256(keccak256("LongRoute.gas"));
    uint256 private constant CODE = uint256(keccak256("LongRoute.code"));

    fallback() external payable {
        uint256 gasSlot = GAS;
        uint256 codeSlot = CODE;
        assembly {
            let taken := sload(gasSlot)
            let before := gas()
            // Without enough of it the call fails, and does not run on less.
            if lt(before, taken) { invalid() }
            for { let end := sub(before, taken) } gt(gas(), end) {} {}
            calldatacopy(0, 0, calldatasize())
            let done := delegatecall(gas(), sload(codeSlot), 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            if iszero(done) { revert(0, returndatasize()) }
            return(0, returndatasize())
        }
    }
}
