// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

library Signatures {
    /// Returns the signer of a hash; zero for an invalid signature, so no account may have the owner zero.
    function recover(bytes32 hash, bytes calldata signature) internal pure returns (address) {
        if (signature.length != 65) return address(0);
        bytes32 s = bytes32(signature[32:64]);
        // The upper half is the same signature again.
        if (uint256(s) > 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0) return address(0);
        return ecrecover(hash, uint8(signature[64]), bytes32(signature[:32]), s);
    }
}
