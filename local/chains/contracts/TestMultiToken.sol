// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";

/// An ERC-1155 that anybody can mint, and say where its ids are described.
contract TestMultiToken is ERC1155 {
    string public name;
    mapping(uint256 id => string) private uris;

    constructor(string memory name_) ERC1155("") {
        name = name_;
    }

    function uri(uint256 id) public view override returns (string memory) {
        return uris[id];
    }

    function describe(uint256 id, string calldata where) external {
        uris[id] = where;
    }

    function mint(address to, uint256 id, uint256 amount) external {
        _mint(to, id, amount, "");
    }

    function mintBatch(address to, uint256[] calldata ids, uint256[] calldata amounts) external {
        _mintBatch(to, ids, amounts, "");
    }
}
