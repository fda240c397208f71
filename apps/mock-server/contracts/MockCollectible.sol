// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Base64} from "./Base64.sol";

interface IERC721Receiver {
    function onERC721Received(address operator, address from, uint256 tokenId, bytes calldata data)
        external
        returns (bytes4);
}

/// A plain ERC-721 whose tokens are all there from the beginning, numbered from one. Each draws itself.
contract MockCollectible {
    string public name;
    string public symbol;

    mapping(address owner => uint256) private balances;
    mapping(uint256 tokenId => address) private owners;
    mapping(uint256 tokenId => address) private approved;
    mapping(address owner => mapping(address operator => bool)) public isApprovedForAll;

    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
    event Approval(address indexed owner, address indexed spender, uint256 indexed tokenId);
    event ApprovalForAll(address indexed owner, address indexed operator, bool isApproved);

    error NoSuchToken(uint256 tokenId);
    error NotTheOwner(address account);
    error NotAllowed(address account);
    error InvalidReceiver(address receiver);

    constructor(string memory name_, string memory symbol_, address[] memory first) {
        name = name_;
        symbol = symbol_;
        for (uint256 i; i < first.length; ++i) {
            owners[i + 1] = first[i];
            ++balances[first[i]];
            emit Transfer(address(0), first[i], i + 1);
        }
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        // ERC-165, ERC-721 and its metadata.
        return id == 0x01ffc9a7 || id == 0x80ac58cd || id == 0x5b5e139f;
    }

    function balanceOf(address owner) external view returns (uint256) {
        if (owner == address(0)) revert NotTheOwner(owner);
        return balances[owner];
    }

    function ownerOf(uint256 tokenId) public view returns (address owner) {
        owner = owners[tokenId];
        if (owner == address(0)) revert NoSuchToken(tokenId);
    }

    function getApproved(uint256 tokenId) external view returns (address) {
        ownerOf(tokenId);
        return approved[tokenId];
    }

    function approve(address spender, uint256 tokenId) external {
        address owner = ownerOf(tokenId);
        if (msg.sender != owner && !isApprovedForAll[owner][msg.sender]) revert NotAllowed(msg.sender);
        approved[tokenId] = spender;
        emit Approval(owner, spender, tokenId);
    }

    function setApprovalForAll(address operator, bool isApproved) external {
        isApprovedForAll[msg.sender][operator] = isApproved;
        emit ApprovalForAll(msg.sender, operator, isApproved);
    }

    function transferFrom(address from, address to, uint256 tokenId) public {
        if (ownerOf(tokenId) != from) revert NotTheOwner(from);
        if (to == address(0)) revert InvalidReceiver(to);
        if (msg.sender != from && msg.sender != approved[tokenId] && !isApprovedForAll[from][msg.sender]) {
            revert NotAllowed(msg.sender);
        }
        delete approved[tokenId];
        owners[tokenId] = to;
        --balances[from];
        ++balances[to];
        emit Transfer(from, to, tokenId);
    }

    function safeTransferFrom(address from, address to, uint256 tokenId) external {
        safeTransferFrom(from, to, tokenId, "");
    }

    function safeTransferFrom(address from, address to, uint256 tokenId, bytes memory data) public {
        transferFrom(from, to, tokenId);
        if (to.code.length == 0) return;
        bytes4 answer = IERC721Receiver(to).onERC721Received(msg.sender, from, tokenId, data);
        if (answer != IERC721Receiver.onERC721Received.selector) revert InvalidReceiver(to);
    }

    /// JSON with name and image, both inside the URI: nothing else has to be fetched.
    function tokenURI(uint256 tokenId) external view returns (string memory) {
        ownerOf(tokenId);
        string memory number = _decimal(tokenId);
        string memory json = string.concat(
            '{"name":"', name, " #", number, '","image":"data:image/svg+xml;base64,', Base64.encode(_svg(tokenId)), '"}'
        );
        return string.concat("data:application/json;base64,", Base64.encode(bytes(json)));
    }

    function _svg(uint256 tokenId) private view returns (bytes memory) {
        uint256 seed = uint256(keccak256(abi.encode(symbol, tokenId)));
        string memory hue = _decimal(seed % 360);
        string memory radius = _decimal(12 + (seed >> 16) % 14);
        return bytes(
            string.concat(
                '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="hsl(',
                hue,
                ' 60% 40%)"/><circle cx="32" cy="32" r="',
                radius,
                '" fill="#fff" opacity=".8"/></svg>'
            )
        );
    }

    function _decimal(uint256 value) private pure returns (string memory text) {
        do {
            text = string.concat(string(abi.encodePacked(uint8(48 + value % 10))), text);
            value /= 10;
        } while (value != 0);
    }
}
