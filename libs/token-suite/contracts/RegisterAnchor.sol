// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Authority} from "./access/Authority.sol";
import {Governed} from "./access/Governed.sol";
import {Roles} from "./access/Roles.sol";

/// Stores published roots of registers: of one token, or of the whole platform (address zero). An entry is never changed,
/// and sequence numbers only grow.
contract RegisterAnchor is Governed {
    struct Entry {
        bytes32 root;
        uint64 treeSize;
        uint64 anchoredAt;
    }

    struct Latest {
        uint64 sequence;
        uint64 treeSize;
        bool exists;
    }

    mapping(address register => mapping(uint64 sequence => Entry)) private _entries;
    mapping(address register => Latest) private _latest;

    event Anchored(address indexed register, uint64 indexed sequence, bytes32 root, uint64 treeSize);

    error SequenceNotAfter(uint64 latest, uint64 given);
    error EmptyRoot();

    constructor(Authority authority_) {
        _setAuthority(authority_);
    }

    /// Anchors a root of the platform's register.
    function anchor(bytes32 root, uint64 sequence, uint64 treeSize) external {
        anchorFor(address(0), root, sequence, treeSize);
    }

    /// Anchors a root of one token's register.
    function anchorFor(address register, bytes32 root, uint64 sequence, uint64 treeSize)
        public
        onlyRole(Roles.ANCHOR)
    {
        if (root == 0) revert EmptyRoot();
        Latest memory latest_ = _latest[register];
        if (latest_.exists && sequence <= latest_.sequence) revert SequenceNotAfter(latest_.sequence, sequence);
        _entries[register][sequence] = Entry(root, treeSize, uint64(block.timestamp));
        _latest[register] = Latest(sequence, treeSize, true);
        emit Anchored(register, sequence, root, treeSize);
    }

    /// Returns an entry; its root is zero if there is none.
    function entry(address register, uint64 sequence) external view returns (Entry memory) {
        return _entries[register][sequence];
    }

    function latest(address register) external view returns (Latest memory) {
        return _latest[register];
    }
}
