// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// The terms of a rollup's fees, in the storage layout of the OP Stack since Isthmus: the chain itself reads them here.
contract RollupTerms {
    uint64 public number;
    uint64 public timestamp;
    uint256 public basefee;
    bytes32 public hash;
    uint64 public sequenceNumber;
    uint32 public blobBaseFeeScalar;
    uint32 public baseFeeScalar;
    bytes32 public batcherHash;
    uint256 public l1FeeOverhead;
    uint256 public l1FeeScalar;
    uint256 public blobBaseFee;
    uint64 public operatorFeeConstant;
    uint32 public operatorFeeScalar;
}
