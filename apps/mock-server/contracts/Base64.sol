// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

library Base64 {
    bytes private constant ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    function encode(bytes memory data) internal pure returns (string memory) {
        bytes memory alphabet = ALPHABET;
        bytes memory text = new bytes((data.length + 2) / 3 * 4);
        for (uint256 i; i < text.length; ++i) {
            // Six bits of the three bytes that this group of four stands for.
            uint256 start = i / 4 * 3;
            uint256 group;
            for (uint256 j; j < 3; ++j) {
                group = group << 8 | (start + j < data.length ? uint8(data[start + j]) : 0);
            }
            bool padding = start + i % 4 > data.length;
            text[i] = padding ? bytes1("=") : alphabet[group >> (18 - i % 4 * 6) & 63];
        }
        return string(text);
    }
}
