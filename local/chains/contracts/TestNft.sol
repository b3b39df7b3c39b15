// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";

/// An ERC-721 that anybody can mint; the ids count from 1.
contract TestNft is ERC721 {
    uint256 private lastId;

    constructor(string memory name, string memory symbol) ERC721(name, symbol) {}

    function mint(address to) external returns (uint256 id) {
        id = ++lastId;
        _mint(to, id);
    }
}
