// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC721URIStorage, ERC721} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721URIStorage.sol";

/// An ERC-721 that anybody can mint, each id with an address of its description.
contract TestDescribedNft is ERC721URIStorage {
    constructor(string memory name, string memory symbol) ERC721(name, symbol) {}

    function mint(address to, uint256 id, string calldata where) external {
        _mint(to, id);
        _setTokenURI(id, where);
    }
}
